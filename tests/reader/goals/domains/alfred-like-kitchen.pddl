(define (problem kitchen)
  (:domain alfredLike)
  (:objects agent1 - agent loc_1 loc_2 - location
    Fridge_bar_1 Sink_bar_1 Microwave_bar_1 CounterTop_bar_1 CounterTop_bar_2 - receptacle
    Apple_bar_1 Apple_bar_2 ButterKnife_bar_1 - object
    FridgeType CounterTopType - rtype AppleType ButterKnifeType - otype)
  (:init (atLocation agent1 loc_1) (receptacleType Fridge_bar_1 FridgeType) (receptacleType Sink_bar_1 SinkType)
    (receptacleType Microwave_bar_1 MicrowaveType)
    (receptacleType CounterTop_bar_1 CounterTopType) (receptacleType CounterTop_bar_2 CounterTopType)
    (objectType Apple_bar_1 AppleType) (objectType Apple_bar_2 AppleType) (objectType ButterKnife_bar_1 ButterKnifeType)
    (receptacleAtLocation Fridge_bar_1 loc_1) (receptacleAtLocation Sink_bar_1 loc_1)
    (receptacleAtLocation Microwave_bar_1 loc_2) (receptacleAtLocation CounterTop_bar_1 loc_2)
    (receptacleAtLocation CounterTop_bar_2 loc_2)
    (inReceptacle Apple_bar_1 CounterTop_bar_1) (inReceptacle Apple_bar_2 Fridge_bar_1)
    (inReceptacle ButterKnife_bar_1 CounterTop_bar_2))
  (:goal (holds agent1 Apple_bar_1)))
